import { IsOptional } from 'class-validator';
import { Described, RoomSettings } from '../../../platform/config/room-settings.js';
import { entriesOf, IsNetworkList, isTooWideList } from '../../../platform/config/variables.js';

export class StaffEnvironment extends RoomSettings {
  @Described('Staff', {
    meaning:
      'networks where all staff share an address. Elsewhere the approver of a proposal must not share the network of its proposer. In these networks only the device tells people apart, so name the addresses of offices, never those of a carrier',
    unset: 'none in production, else this machine',
    example: '203.0.113.7,2001:db8:17::/64',
  })
  @IsOptional()
  @IsNetworkList()
  OFFICE_NETWORKS?: string = undefined;

  /** Staff share addresses in these, so they do not tell who approves. */
  officeNetworks(production: boolean): readonly string[] {
    return entriesOf(this.OFFICE_NETWORKS ?? (production ? undefined : 'loopback'));
  }

  override faults(production: boolean): readonly string[] {
    if (!production || !isTooWideList(this.OFFICE_NETWORKS)) return [];
    return [
      'OFFICE_NETWORKS must not be the whole Internet, nor a public network wider than /8 (IPv6 /16), in production: one person with two accounts would pass for two',
    ];
  }
}
