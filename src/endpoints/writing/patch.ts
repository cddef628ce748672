import type { ApiObject } from '../../apimachinery/index.js';
import { isTurnOver, nextTurn } from '../../observability/index.js';
import { expectationOf } from './create.js';
import type { BodyExpectation } from '../bodies/body-expectation.js';
import { configurationFormat } from '../bodies/configuration.js';
import { patchDocument } from '../bodies/patch-document.js';
import { applyObject } from './apply.js';
import { readWriteOptions } from './write-options.js';
import { type ResourceRequest, nameOf, storeContextOf } from '../resource-request.js';
import { chooseRepresentation, sendEntry } from '../answers/respond.js';
import { checkIdentity } from './identity.js';

/** Answers PATCH on an object or its status, of whatever type the patch is. */
export async function patchObject(request: ResourceRequest): Promise<void> {
  const { context, resource } = request;
  const format = configurationFormat(context);
  if (format) return applyObject(request, format);
  const patch = await patchDocument(context, { patchedVersion: versionsOf(request), ...expectationOf(request) });
  const representation = chooseRepresentation(context, resource);
  const options = readWriteOptions(context.query, 'PatchOptions');
  const { kind, version } = resource;
  const name = nameOf(context);
  const { entry } = await resource.store!.update(storeContextOf(request, options), name, async (current) => {
    if (isTurnOver()) await nextTurn();
    const patched = patch.apply(kind.fromHub(version, current!), options);
    if (isTurnOver()) await nextTurn();
    checkIdentity(patched, name, kind.isNamespaced ? context.info.namespace : '');
    return kind.toHub(version, patched);
  });
  return sendEntry(context, representation, { status: 200, entry });
}

/** The versions, served or not, that a patch may name: what it makes is read in the one it names, and converted. */
function versionsOf({ resource: { kind, version } }: ResourceRequest): BodyExpectation['patchedVersion'] {
  return (apiVersion) => {
    const named = kind.versions.get(apiVersion);
    if (named?.group !== version.group) return undefined;
    const convert = (object: ApiObject): ApiObject => kind.fromHub(version, kind.toHub(named, object));
    return { type: named.type, convert };
  };
}
