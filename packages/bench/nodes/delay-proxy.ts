import { once } from 'node:events';
import { type AddressInfo, createServer, connect, type Socket } from 'node:net';

// `node delay-proxy.js <host> <port> <milliseconds>`: what the server answers arrives so much later. It tells its parent its port.
const [host, port, delayMs] = [process.argv[2]!, Number(process.argv[3]), Number(process.argv[4])];

const server = createServer({ noDelay: true }, (client) => {
  const target = connect({ host, port, noDelay: true });
  client.pipe(target);
  target.on('data', (data) => setTimeout(() => client.write(data), delayMs));
  target.on('close', () => setTimeout(() => client.destroy(), delayMs));
  for (const socket of [client, target] satisfies Socket[]) socket.on('error', () => socket.destroy());
  client.on('close', () => target.destroy());
});
process.once('disconnect', () => process.exit());
await once(server.listen(0, '127.0.0.1'), 'listening');
process.send!((server.address() as AddressInfo).port);
