/**
 * `node scripts/packages/make-wheel.mjs SOURCE FOLDER`: a pure-Python wheel (wheel 1.0, metadata 2.1) of the package in SOURCE, always the
 * same bytes for the same sources. Neither Python nor its build tools are needed, so that the service is built where there are none.
 */
import { createHash } from 'node:crypto';
import { createWriteStream, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** The first that zip can tell, in local time as it does. */
const TIME = new Date(1980, 0, 1);

const [source, folder] = process.argv.slice(2);
const project = projectOf(readFileSync(join(source, 'pyproject.toml'), 'utf8'));
const base = `${project.name.replaceAll('-', '_')}-${project.version}`;
const files = [...modules(), ...metadata()];
const records = files.map(([name, content]) => `${name},sha256=${digest(content)},${Buffer.byteLength(content)}`);
files.push([`${base}.dist-info/RECORD`, `${[...records, `${base}.dist-info/RECORD,,`].join('\n')}\n`]);

const zip = new ZipFile();
for (const [name, content] of files)
  zip.addBuffer(Buffer.from(content), name, { mtime: TIME, forceDosTimestamp: true, mode: 0o100644 });
zip.end();
await pipeline(zip.outputStream, createWriteStream(join(folder, `${base}-py3-none-any.whl`)));

/** The few fields of it that a wheel repeats. */
function projectOf(toml) {
  const valueOf = (name, pattern = '"(.*)"') => {
    const found = new RegExp(`^${name} = ${pattern}$`, 'm').exec(toml);
    if (!found) throw new Error(`${source}/pyproject.toml has no ${name}`);
    return found[1];
  };
  const packageName = valueOf('packages', String.raw`\["(\w+)"\]`);
  const [name, version, summary, python] = ['name', 'version', 'description', 'requires-python'].map((field) => valueOf(field));
  return { name, version, summary, python, packageName };
}

function modules() {
  const { packageName } = project;
  const names = readdirSync(join(source, packageName)).filter((name) => /\.(py|typed)$/.test(name));
  return names.toSorted().map((name) => [`${packageName}/${name}`, readFileSync(join(source, packageName, name))]);
}

function metadata() {
  const about = [
    ['Metadata-Version', '2.1'],
    ['Name', project.name],
    ['Version', project.version],
    ['Summary', project.summary],
    ['License', 'Proprietary'],
    ['Requires-Python', project.python],
    ['Classifier', 'Typing :: Typed'],
    ['Description-Content-Type', 'text/markdown'],
  ];
  const wheel = [
    ['Wheel-Version', '1.0'],
    ['Generator', 'harmattan'],
    ['Root-Is-Purelib', 'true'],
    ['Tag', 'py3-none-any'],
  ];
  const lines = (fields) => fields.map(([name, value]) => `${name}: ${value}\n`).join('');
  return [
    [`${base}.dist-info/METADATA`, `${lines(about)}\n${readFileSync(join(source, 'README.md'), 'utf8')}`],
    [`${base}.dist-info/WHEEL`, lines(wheel)],
    [`${base}.dist-info/top_level.txt`, `${project.packageName}\n`],
  ];
}

function digest(content) {
  return createHash('sha256').update(content).digest('base64url');
}
