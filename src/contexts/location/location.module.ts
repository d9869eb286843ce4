import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { IdentityModule } from '../identity/identity.module.js';
import { MaxmindPlaces } from './adapters/maxmind/maxmind-places.js';
import { LocationRecordRow } from './adapters/typeorm/location-record.row.js';
import { TypeormLocationRecords } from './adapters/typeorm/typeorm-location-records.js';
import { PlaceLogin } from './application/place-login.js';
import { LocationRecords } from './application/ports/location-records.js';
import { Places } from './application/ports/places.js';
import { LocationEvents } from './location.events.js';
import { LocationOperations } from './location.operations.js';

@Module({
  imports: [TypeOrmModule.forFeature([LocationRecordRow]), IdentityModule],
  providers: [
    LocationOperations,
    LocationEvents,
    PlaceLogin,
    { provide: LocationRecords, useClass: TypeormLocationRecords },
    { provide: Places, useClass: MaxmindPlaces },
  ],
  exports: [Places],
})
export class LocationModule {}
