import { readFileSync, readdirSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

const V2 = 'v2-definitions.json';
/** Types of every group version: which of these are listed depends on which are served. */
const MOST_KINDS = 3;

/**
 * Compares the OpenAPI documents of the built-in groups with those of a recorded server: schemas without descriptions,
 * paths with the action and the parameters of each operation, and the definitions of v2. Answers the names of the
 * documents that differ, and how many there are.
 */
export async function compareDocuments({ url }, directory) {
  const files = readdirSync(directory);
  const different = [];
  for (const file of files) {
    const recorded = JSON.parse(readFileSync(join(directory, file), 'utf8'));
    if (!isDeepStrictEqual(await publishedAs(file, url), partsOf(file, recorded))) different.push(file);
  }
  return { different, total: files.length };
}

async function publishedAs(file, url) {
  if (file === V2) return plain((await getJson(`${url}/openapi/v2`)).definitions);
  const path = file.replace(/\.json$/, '').replaceAll('__', '/');
  const { components = {}, paths } = await getJson(`${url}/openapi/v3/${path}`);
  return partsOf(file, { schemas: components.schemas, paths });
}

function partsOf(file, document) {
  if (file === V2) return plain(document);
  const { schemas, paths = {} } = document;
  return { schemas: plain(schemas), paths: mapValues(paths, (item) => mapValues(item, operationOf, ['parameters'])) };
}

/** Recorded operations name their action and their parameters only. */
function operationOf({ parameters = [], action, 'x-kubernetes-action': published = action }) {
  const names = parameters.map((parameter) => parameter.name ?? parameter);
  return { action: published, parameters: names.sort() };
}

/** A schema without descriptions; the order of required members is that of fields in another language. */
function plain(value, key) {
  if (Array.isArray(value)) {
    if (key === 'required') return [...value].sort();
    if (key === 'x-kubernetes-group-version-kind' && value.length > MOST_KINDS) return 'many';
    return value.map((each) => plain(each));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, member]) => !(name === 'description' && typeof member === 'string'))
      .map(([name, member]) => [name, plain(member, name)]),
  );
}

function mapValues(object, change, omitted = []) {
  const entries = Object.entries(object).filter(([name]) => !omitted.includes(name));
  return Object.fromEntries(entries.map(([name, value]) => [name, change(value)]));
}

function getJson(url) {
  const headers = { authorization: 'Bearer admin-token', accept: 'application/json' };
  return new Promise((resolve, reject) => {
    const call = request(url, { headers, rejectUnauthorized: false, agent: false }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => {
        if (response.statusCode !== 200) return resolve({});
        resolve(JSON.parse(Buffer.concat(chunks).toString('utf8')));
      });
      response.on('error', reject);
    });
    call.on('error', reject);
    call.end();
  });
}
