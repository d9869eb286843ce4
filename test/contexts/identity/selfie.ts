import type { Credentials, TestClient } from '../../support/client.js';
import { fileOf } from '../files/support/uploads-app.js';
import { samples } from '../files/support/samples.js';

/** @returns the id of the file of a new selfie. @param timestamp of a service whose clock is another */
export async function uploadSelfie(client: TestClient, as: Credentials, timestamp: number, name = 'selfie.png'): Promise<string> {
  const { png } = await samples();
  const form = { file: fileOf(name, name.endsWith('.png') ? png! : 'no picture') };
  const answer = await client.post('core_file_upload', { as, form, timestamp });
  return (answer.body.DATA as { marker: string }).marker;
}
