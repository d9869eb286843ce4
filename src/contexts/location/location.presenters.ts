import type { LocationRecord } from './domain/place.js';

export function presentLocation({ id, userId, ip, place, createdAt }: LocationRecord) {
  const { city, region, country, countryCode, timeZone, coordinates, networkOperator } = place;
  return {
    marker: id,
    userid: userId,
    ip,
    city,
    region,
    country,
    isp: networkOperator,
    timeZone,
    axis: coordinates ? `${coordinates.latitude},${coordinates.longitude}` : '',
    cntiso: countryCode,
    status: 'active',
    recorded: String(createdAt),
  };
}
