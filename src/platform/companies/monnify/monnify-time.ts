const SLASHED = /^(\d{1,2})\/(\d{1,2})\/(\d{4}) (\d{1,2}):(\d{2}):(\d{2}) ([AP])M$/i;
const DASHED = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?)(Z|[+-]\d{2}:?\d{2})?$/;

/**
 * Monnify writes `17/11/2021 3:48:10 PM` or `2021-11-17 15:48:10.000`, mostly without a zone. Undefined for anything else.
 * @param offset of times without a zone, as `+01:00`
 */
export function parseMonnifyTime(text: string, offset: string): number | undefined {
  const iso = fromSlashed(text) ?? fromDashed(text);
  if (iso === undefined) return undefined;
  const ms = Date.parse(/(Z|[+-]\d{2}:\d{2})$/.test(iso) ? iso : `${iso}${offset}`);
  return Number.isNaN(ms) ? undefined : ms;
}

function fromSlashed(text: string): string | undefined {
  const [, day = '', month = '', year, hour, minute, second, half] = SLASHED.exec(text) ?? [];
  if (year === undefined) return undefined;
  const hours = (Number(hour) % 12) + (half?.toUpperCase() === 'P' ? 12 : 0);
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}T${String(hours).padStart(2, '0')}:${minute}:${second}`;
}

function fromDashed(text: string): string | undefined {
  const [, date, time, zone = ''] = DASHED.exec(text) ?? [];
  return date === undefined ? undefined : `${date}T${time}${zone.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2')}`;
}
