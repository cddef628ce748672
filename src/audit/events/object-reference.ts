import { stringifyJson } from '../../codecs/index.js';

/** The members of a reference; undefined ones are left out. */
export interface ReferenceMembers {
  readonly resource?: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly uid?: string;
  readonly apiGroup?: string;
  readonly apiVersion?: string;
  readonly resourceVersion?: string;
  readonly subresource?: string;
}

/** The object that a request is about; written once for all stages that name the same. */
export class ObjectReference {
  readonly json: string;

  constructor(readonly members: ReferenceMembers) {
    this.json = stringifyJson(members);
  }
}
