/** Keys seen lately in this process, so that a repeat is looked up before it fails a batch. The unique key decides. */
export class RecentKeys {
  private young = new Set<string>();
  private old = new Set<string>();

  constructor(private readonly size = 20_000) {}

  add(name: string): void {
    this.young.add(name);
    if (this.young.size < this.size) return;
    this.old = this.young;
    this.young = new Set();
  }

  has(name: string): boolean {
    return this.young.has(name) || this.old.has(name);
  }
}
