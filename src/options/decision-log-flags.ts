import { MASKED_MEMBERS, type MaskedMember } from './masked-members.js';
import type { SectionBuilder } from './flag.js';
import { type FlagKind, integerKind, listKind, numberKind, pathKind } from './flag-kinds.js';

/** Adds the flags of the decision log to those of authorization. */
export function addDecisionLogFlags(authorization: SectionBuilder): SectionBuilder {
  return authorization
    .flag('authorization-decision-log', ['authorization', 'decisionLog'], {
      kind: pathKind,
      help: 'File for the decisions on requests, an object per line; - is standard output.',
    })
    .flag('authorization-decision-log-mask', ['authorization', 'decisionLogMask'], {
      kind: listKind as FlagKind<readonly MaskedMember[]>,
      help: `Members of decisions that are replaced by a keyed hash: ${MASKED_MEMBERS.join(', ')}.`,
    })
    .flag('authorization-decision-log-maxbackup', ['authorization', 'decisionLogMaxBackup'], {
      kind: integerKind,
      help: 'Maximum number of rotated files of decisions; 0 sets no limit.',
    })
    .flag('authorization-decision-log-maxsize', ['authorization', 'decisionLogMaxSize'], {
      kind: integerKind,
      help: 'Megabytes of the file of decisions before it is rotated; 0 means 100.',
    })
    .flag('authorization-decision-log-sample-rate', ['authorization', 'decisionLogSampleRate'], {
      kind: numberKind,
      help: 'Fraction of allowed requests whose decision is logged, 0 to 1; others are all logged.',
    })
    .flag('authorization-decision-log-webhook-config-file', ['authorization', 'decisionLogWebhookConfigFile'], {
      kind: pathKind,
      help: 'Kubeconfig of a webhook that receives decisions in batches.',
      isFile: true,
    });
}
