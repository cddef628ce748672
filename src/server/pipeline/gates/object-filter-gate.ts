import type { MaybePromise } from '../../../apimachinery/index.js';
import { attributesOf, mayNarrow, objectFilterOf } from '../../../authz/index.js';
import type { RequestContext } from '../../../endpoints/index.js';
import type { ObjectFilter } from '../../../request/index.js';
import type { AskingGate, Passage } from '../gate.js';
import type { AccessParts } from '../pipeline-parts.js';

/** Asks the authorizer that allowed a list, a watch or the deletion of a collection which objects the user may see. */
export class ObjectFilterGate implements AskingGate<ObjectFilter | undefined> {
  constructor(private readonly access: Pick<AccessParts, 'authorizer'>) {}

  ask({ user, info, decision }: RequestContext): MaybePromise<ObjectFilter | undefined> {
    const { authorizer } = this.access;
    // Most servers have no authorizer that does, and need no attributes here.
    if (!mayNarrow(authorizer)) return undefined;
    return objectFilterOf(authorizer, attributesOf(user, info), decision);
  }

  decide(context: RequestContext, filter: ObjectFilter | undefined): Passage {
    context.objectFilter = filter;
    return 'passed';
  }
}
