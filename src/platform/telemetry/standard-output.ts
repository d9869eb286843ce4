import pino from 'pino';

type Stream = ReturnType<typeof pino.destination>;

/** Lines that wait while nobody takes them; what comes then is lost. */
const MOST_WAITING_BYTES = 4_194_304;
/** For the last lines, at the end of the process. */
const EXIT_MS = 500;

/** A full disk, a reader that stands still, or one that is gone costs lines of the log, never the service or its end. */
export function standardOutput(): Stream {
  let giveUpAtMs = Infinity;
  const stream = pino.destination({
    minLength: 12_288,
    maxLength: MOST_WAITING_BYTES,
    sync: false,
    retryEAGAIN: () => Date.now() < giveUpAtMs,
  });
  // At the end of the process it would repeat what fails for ever.
  let fails = false;
  stream.on('error', () => (fails = true));
  stream.on('write', () => (fails = false));
  tellLost(stream);
  const flushSync = stream.flushSync.bind(stream);
  stream.flushSync = () => {
    if (fails) return;
    giveUpAtMs = Date.now() + EXIT_MS;
    try {
      flushSync();
    } catch {
      // Nobody takes them.
    } finally {
      giveUpAtMs = Infinity;
    }
  };
  return stream;
}

function tellLost(stream: Stream): void {
  let lost = 0;
  stream.on('drop', () => lost++);
  stream.on('drain', () => {
    if (lost === 0) return;
    stream.write(`{"level":40,"time":"${new Date().toISOString()}","lost":${lost},"msg":"lines of the log were lost"}\n`);
    lost = 0;
  });
}
