import { provideServices } from '../scripts/services.mjs';

/** `npm test` has provided the services already; a bare `npx vitest` gets them here. */
export default async function setup(): Promise<() => Promise<void>> {
  const services = await provideServices();
  Object.assign(process.env, services.variables);
  return () => services.stop();
}
