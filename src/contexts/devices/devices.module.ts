import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PasskeyCeremonies, relyingPartyOf } from '../../kernel/passkeys.js';
import { provideSettings } from '../../platform/config/provide-settings.js';
import { HttpEnvironment } from '../../platform/http/http.settings.js';
import { SimpleWebAuthnCeremonies } from '../../platform/webauthn/simplewebauthn-ceremonies.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { Challenges, ConfirmedActions, PaymentConfirmations } from './confirmations.js';
import { BoundDevices, DeviceSettings, DeviceStore } from './device.js';
import { CodeBesideDevice, Devices } from './devices.js';
import { DevicesJobs } from './devices.jobs.js';
import { DevicesOperations } from './devices.operations.js';
import { DevicesEnvironment } from './devices.settings.js';
import { DEVICE_ROWS, DevicesEraser, ExportedDevices, TypeormDeviceStore } from './devices.store.js';

/** The devices that confirm payments. */
@Module({
  imports: [TypeOrmModule.forFeature(DEVICE_ROWS), NotificationsModule, SignInModule],
  providers: [
    provideSettings(DevicesEnvironment),
    DevicesOperations,
    DevicesJobs,

    BoundDevices,
    Challenges,
    CodeBesideDevice,
    ConfirmedActions,
    Devices,
    PaymentConfirmations,

    { provide: DeviceStore, useClass: TypeormDeviceStore },
    DevicesEraser,
    ExportedDevices,
    {
      provide: PasskeyCeremonies,
      useFactory: ({ publicUrl }: HttpEnvironment, { origins }: DevicesEnvironment) => {
        const party = relyingPartyOf(publicUrl);
        return new SimpleWebAuthnCeremonies({ ...party, origins: [...party.origins, ...origins] });
      },
      inject: [HttpEnvironment, DevicesEnvironment],
    },
    {
      provide: DeviceSettings,
      useFactory: ({ STRONG_PAYMENTS }: DevicesEnvironment): DeviceSettings => ({
        requiresConfirmation: STRONG_PAYMENTS === 'required',
      }),
      inject: [DevicesEnvironment],
    },
  ],
  exports: [BoundDevices, PaymentConfirmations],
})
export class DevicesModule {}
