export abstract class StaffSettings {
  /** Addresses, networks and named ranges (loopback) where all staff share an address. */
  abstract readonly officeNetworks: readonly string[];
}
