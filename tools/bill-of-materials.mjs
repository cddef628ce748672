// Writes which packages the build consists of, as a CycloneDX 1.5 bill of materials: node tools/bill-of-materials.mjs <file>
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundledPackagesFile } from './build.mjs';
import { root } from './install.mjs';

const target = process.argv[2];
if (target === undefined) {
  console.error('usage: node tools/bill-of-materials.mjs <file>');
  process.exit(2);
}
const own = readJson(join(root, 'package.json'));
const { packages } = readJson(join(root, 'package-lock.json'));
writeFileSync(
  target,
  `${JSON.stringify(billOf([...readJson(bundledPackagesFile), ...outsidePaths()].sort()), undefined, 2)}\n`,
);

/** Native packages, and what they load. */
function outsidePaths() {
  return ['sqlite3', 'bindings', 'file-uri-to-path'].map((name) => `node_modules/${name}`);
}

function billOf(paths) {
  const components = paths.map((path) => component(path, readJson(join(root, path, 'package.json'))));
  const metadata = { component: { type: 'application', ...identityOf(own), licenses: [{ expression: own.license }] } };
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    // The same build has the same number, as the format asks for one (a UUID).
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify(components))}`,
    version: 1,
    metadata,
    components,
  };
}

function component(path, { name, version, license }) {
  const { integrity } = packages[path] ?? {};
  return {
    type: 'library',
    ...identityOf({ name, version }),
    ...(typeof license === 'string' && { licenses: [{ expression: license }] }),
    ...(integrity?.startsWith('sha512-') && { hashes: [{ alg: 'SHA-512', content: hexOf(integrity.slice(7)) }] }),
  };
}

function identityOf({ name, version }) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  return { 'bom-ref': purl, name, version, purl };
}

function hexOf(base64) {
  return Buffer.from(base64, 'base64').toString('hex');
}

/** A UUID of version 8 (RFC 9562) made from a text. */
function uuidOf(text) {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}
