import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

interface SelfieJob {
  /** JPEG or PNG. */
  readonly selfie: Buffer;
  readonly id_info: object;
  readonly partner_params: object;
  /** What the server answered to the announcement. */
  readonly server_information: object;
}

const JPEG_BEGINS = 0xff;
const IMAGE_FILE = 0;

/** The archive that a job with a selfie is uploaded as. */
export async function zipOf({ selfie, id_info, partner_params, server_information }: SelfieJob): Promise<Buffer> {
  const name = selfie[0] === JPEG_BEGINS ? 'selfie.jpg' : 'selfie.png';
  const info = {
    package_information: { apiVersion: { buildNumber: 0, majorVersion: 2, minorVersion: 0 }, language: 'rest_api' },
    misc_information: { retry: 'false', file_name: 'selfie.zip', partner_params },
    id_info,
    images: [{ image_type_id: IMAGE_FILE, image: '', file_name: name }],
    server_information,
  };
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(JSON.stringify(info)), 'info.json');
  zip.addBuffer(selfie, name, { compress: false });
  zip.end();
  return buffer(zip.outputStream);
}
