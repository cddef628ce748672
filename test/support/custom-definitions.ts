import { eventually } from './eventually.js';
import type { TestServer } from './start-test-server.js';
import type { Json, TestAnswer } from './test-client.js';

/** The path of all definitions. */
export const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

const versionsOf = ({ spec }: Json): Json[] => spec.versions as Json[];

/** The API version of a definition's objects: its first version unless another is named. */
export const apiVersionOf = (definition: Json, version = versionsOf(definition)[0]!.name as string): string =>
  `${definition.spec.group as string}/${version}`;

/** The path of the objects of a definition; those in namespaces are in `default`. */
export function objectsPath(definition: Json, version?: string): string {
  const { scope, names } = definition.spec as { scope: string; names: { plural: string } };
  const place = scope === 'Namespaced' ? 'namespaces/default/' : '';
  return `/apis/${apiVersionOf(definition, version)}/${place}${names.plural}`;
}

/** An object of a definition. */
export const objectOf = (definition: Json, name: string, members: Json = {}): Json => ({
  apiVersion: apiVersionOf(definition),
  kind: definition.spec.names.kind as string,
  ...members,
  metadata: { name, ...(members.metadata as Json | undefined) },
});

/** Creates definitions and waits until their objects are served. */
export async function define(server: TestServer, ...definitions: readonly Json[]): Promise<void> {
  for (const definition of definitions) {
    const { status, text } = await server.client.post(DEFINITIONS, definition);
    if (status !== 201) throw new Error(`the definition was refused: ${text}`);
  }
  for (const definition of definitions) {
    await eventually(async () => expect((await server.client.get(objectsPath(definition))).status).toBe(200));
  }
}

/** Changes the specification of a stored definition, and waits until the change is served. */
export async function redefine(
  server: TestServer,
  definition: Json,
  change: { readonly edit: (spec: Json) => void; readonly isServed: () => Promise<unknown> },
): Promise<void> {
  const path = `${DEFINITIONS}/${definition.metadata.name as string}`;
  const { body } = await server.client.get(path);
  change.edit(body.spec as Json);
  expect((await server.client.put(path, body)).status).toBe(200);
  await eventually(change.isServed);
}

/** Sends an apply patch for an object. */
export function apply(
  server: TestServer,
  path: string,
  { manager, ...body }: { readonly manager: string; readonly [member: string]: unknown },
): Promise<TestAnswer> {
  const separator = path.includes('?') ? '&' : '?';
  return server.request('PATCH', `${path}${separator}fieldManager=${manager}`, {
    body,
    headers: { 'content-type': 'application/apply-patch+yaml' },
  });
}
