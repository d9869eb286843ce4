import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { MaxmindIpGeolocation } from './adapters/maxmind/maxmind-ip-geolocation.js';
import { LocationRecordRow, locationRecord, TypeormLocationStore } from './location.store.js';
import { Locations, IpGeolocation, LocationStore } from './location.js';
import { LocationEvents } from './location.events.js';
import { LocationJobs } from './location.jobs.js';
import { LocationOperations } from './location.operations.js';

@Module({
  imports: [TypeOrmModule.forFeature([LocationRecordRow]), SignInModule],
  providers: [
    LocationOperations,
    LocationEvents,
    LocationJobs,
    Locations,
    locationRecord,
    { provide: LocationStore, useClass: TypeormLocationStore },
    { provide: IpGeolocation, useClass: MaxmindIpGeolocation },
  ],
  exports: [IpGeolocation],
})
export class LocationModule {}
