import type { ApiObject } from '../../apimachinery/index.js';
import { type Steps, doInTurns, settled } from '../../observability/index.js';
import { expectationOf, toWorking } from './create.js';
import { configurationFormat } from '../bodies/configuration.js';
import { patchDocument } from '../bodies/patch-document.js';
import { applyObject } from './apply.js';
import { readWriteOptions } from './write-options.js';
import { type StoredRequest, nameOf, storeContextOf } from '../resource-request.js';
import { chooseRepresentation, sendEntry } from '../answers/respond.js';
import { checkIdentity } from './identity.js';

/** Handles PATCH on an object or its status, of whatever type the patch is. */
export async function patchObject(request: StoredRequest): Promise<void> {
  const { context, resource } = request;
  const format = configurationFormat(context);
  if (format) return applyObject(request, format);
  const patch = await patchDocument(context, expectationOf(request));
  context.span?.addEvent('limitedReadBody succeeded', { len: patch.text.length });
  const representation = chooseRepresentation(context, resource);
  const options = readWriteOptions(request, 'PatchOptions');
  if (context.trail) await context.trail.sawPatch(patch.text);
  context.span?.addEvent('Recorded the audit event');
  const { kind, version } = resource;
  const name = nameOf(context);
  const patchInSteps = function* (current: ApiObject): Steps<ApiObject> {
    context.span?.addEvent('About to apply patch');
    const shown = yield* settled(kind.convertOne(current, kind.workingVersion(version.apiVersion), version));
    const patched = yield* settled(patch.apply(shown, options));
    checkIdentity(patched, name, kind.isNamespaced ? context.info.namespace : '');
    context.span?.addEvent('About to check admission control');
    return yield* settled(toWorking(resource, patched));
  };
  const { entry } = await resource.store.update(storeContextOf(request, options), name, (current) =>
    doInTurns(patchInSteps(current!), context.seat.lane),
  );
  context.span?.addEvent('Object stored in database');
  return sendEntry(context, representation, { status: 200, entry });
}
