import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { MaxmindIpGeolocation } from './adapters/maxmind/maxmind-ip-geolocation.js';
import { LocationRecordRow } from './adapters/typeorm/location-record.row.js';
import { TypeormLocationEraser } from './adapters/typeorm/typeorm-location-eraser.js';
import { TypeormLocationRecords } from './adapters/typeorm/typeorm-location-records.js';
import { LocateLogin } from './application/locate-login.js';
import { IpGeolocation, LocationRecords } from './application/ports.js';
import { LocationEvents } from './location.events.js';
import { ExportedLocations } from './application/exported-locations.js';
import { LocationJobs } from './location.jobs.js';
import { LocationOperations } from './location.operations.js';

@Module({
  imports: [TypeOrmModule.forFeature([LocationRecordRow]), SignInModule],
  providers: [
    ExportedLocations,
    LocationOperations,
    LocationEvents,
    LocationJobs,
    LocateLogin,
    TypeormLocationEraser,
    { provide: LocationRecords, useClass: TypeormLocationRecords },
    { provide: IpGeolocation, useClass: MaxmindIpGeolocation },
  ],
  exports: [IpGeolocation],
})
export class LocationModule {}
