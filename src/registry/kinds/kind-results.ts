import {
  API_OBJECT,
  BOOLEAN,
  CHANGES_GIVEN,
  NUMBER,
  OPTIONAL_TEXT,
  type ResultRule,
  TEXT,
  TEXTS,
} from '../../apimachinery/index.js';
import type { KindDefinition, ScaleDefinition } from './kind-definition.js';

/** The functions of a declaration whose result is checked with each call. */
export type KindFunction = 'generation' | 'nameRule' | 'shownAs' | 'withoutEffect';

/** The results that the functions of a declaration may return. */
export const KIND_RESULTS: Readonly<Record<KindFunction & keyof KindDefinition, ResultRule>> = {
  generation: { ...BOOLEAN, wanted: 'true where the generation increases, and false' },
  nameRule: { ...TEXTS, wanted: 'a list of texts that say what is wrong, or an empty one' },
  shownAs: {
    isRight: (result, given) => result === undefined || API_OBJECT.isRight(result, given),
    wanted: 'an object with metadata, or undefined',
  },
  withoutEffect: OPTIONAL_TEXT,
};

/** The results that the functions of a scale may return. */
export const SCALE_RESULTS: Readonly<Record<keyof ScaleDefinition, ResultRule>> = {
  replicas: NUMBER,
  setReplicas: CHANGES_GIVEN,
  statusReplicas: NUMBER,
  selector: TEXT,
  readFault: OPTIONAL_TEXT,
};
