import { write, writeSync } from 'node:fs';
import { after, soon, type Timer, wallMs } from '../../kernel/timers.js';

const MOST_CHARACTERS = 65_536;
const FLUSH_MS = 200;
/** Bytes that wait for one place while it takes none; what comes then is lost. */
const MOST_WAITING_BYTES = 4_194_304;
const TRY_AGAIN_MS = 50;
/** For the last lines, at the end of the process. */
export const EXIT_MS = 500;

/** An open file, which may be another one once something was written to it. */
export interface LogFile {
  readonly descriptor: number;
  written?(bytes: number): void;
}

/** Collects lines and writes many at once, because a write of each would take more than the line. */
export class LogBuffer {
  private readonly places: LogPlace[];
  private lines = '';
  private timer: Timer | undefined;
  private isSoon = false;

  constructor(...files: readonly LogFile[]) {
    this.places = files.map((file) => new LogPlace(file));
    process.once('exit', () => this.writeLast());
  }

  alsoTo(file: LogFile): void {
    this.places.push(new LogPlace(file));
  }

  write(line: string): void {
    this.lines += line;
    if (this.lines.length >= MOST_CHARACTERS) this.handOver();
    else this.timer ??= after(FLUSH_MS, () => this.handOver()).unref();
  }

  /** Not within this turn: where the process ends in it, all lines are written in their order then. @param done when they are written */
  flush(done?: () => void): void {
    if (!this.isSoon) soon(() => this.handOver());
    this.isSoon = true;
    if (done) soon(() => void Promise.all(this.places.map((place) => place.written())).then(done));
  }

  private handOver(): void {
    this.timer?.stop();
    this.timer = undefined;
    this.isSoon = false;
    if (this.lines === '') return;
    const bytes = Buffer.from(this.lines);
    this.lines = '';
    for (const place of this.places) place.add(bytes);
  }

  private writeLast(): void {
    const bytes = Buffer.from(this.lines);
    for (const place of this.places) place.writeLast(bytes);
  }
}

/** A full disk, a reader that stands still, or one that is gone costs lines of the log, never the service or its end. */
class LogPlace {
  private waiting: Buffer[] = [];
  private waitingBytes = 0;
  private isWriting = false;
  private lost = 0;
  private whenWritten: (() => void)[] = [];

  constructor(private readonly file: LogFile) {}

  add(bytes: Buffer): void {
    if (this.waitingBytes + bytes.length > MOST_WAITING_BYTES) this.lost += linesIn(bytes);
    else this.putBehind(bytes);
    if (!this.isWriting) this.writeNext();
  }

  written(): Promise<void> {
    return new Promise((resolve) => (this.isWriting ? this.whenWritten.push(resolve) : resolve()));
  }

  private writeNext(): void {
    this.isWriting = this.waiting.length > 0;
    if (!this.isWriting) return this.whenWritten.splice(0).forEach((tell) => tell());
    const bytes = this.takeAll();
    write(this.file.descriptor, bytes, (error, count) => {
      if (error?.code === 'EAGAIN') {
        this.putBefore(bytes);
        return void after(TRY_AGAIN_MS, () => this.writeNext()).unref();
      }
      if (error) this.lost += linesIn(bytes);
      else this.advance(bytes, count);
      this.writeNext();
    });
  }

  /** The next file begins with a whole line. */
  private advance(bytes: Buffer, count: number): void {
    if (count < bytes.length) return this.putBefore(bytes.subarray(count));
    this.file.written?.(bytes.length);
    if (this.lost === 0) return;
    const time = new Date(wallMs()).toISOString();
    this.putBefore(Buffer.from(`{"level":40,"time":"${time}","lost":${this.lost},"msg":"lines of the log were lost"}\n`));
    this.lost = 0;
  }

  writeLast(last: Buffer): void {
    this.putBehind(last);
    const giveUpAtMs = wallMs() + EXIT_MS;
    let bytes = this.takeAll();
    while (bytes.length > 0) {
      try {
        bytes = bytes.subarray(writeSync(this.file.descriptor, bytes));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || wallMs() > giveUpAtMs) return;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, TRY_AGAIN_MS);
      }
    }
  }

  private putBehind(bytes: Buffer): void {
    this.waiting.push(bytes);
    this.waitingBytes += bytes.length;
  }

  private putBefore(bytes: Buffer): void {
    this.waiting.unshift(bytes);
    this.waitingBytes += bytes.length;
  }

  private takeAll(): Buffer {
    const bytes = this.waiting.length === 1 ? this.waiting[0]! : Buffer.concat(this.waiting);
    this.waiting = [];
    this.waitingBytes = 0;
    return bytes;
  }
}

function linesIn(bytes: Buffer): number {
  let lines = 0;
  for (const byte of bytes) if (byte === 10) lines++;
  return lines;
}

let standard: LogBuffer | undefined;

/** The one buffer of this process. */
export function standardOutput(): LogBuffer {
  return (standard ??= new LogBuffer({ descriptor: 1 }));
}
