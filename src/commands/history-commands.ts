import type { Command } from './command.js';

const COMMON = [
  ['-n, --namespace NAME', 'Namespace of the object (default default)'],
  ['--kubeconfig FILE', 'Kubeconfig of the server (default the variable KUBECONFIG)'],
] as const;

/** The commands about former states of objects. */
export const HISTORY_COMMANDS: readonly Command[] = [
  {
    name: 'history get',
    summary: 'Show how an object changed, when and by which field manager, or the object as it was',
    words: 'RESOURCE/NAME [flags]',
    flags: [
      ...COMMON,
      ['--at REVISION|TIME', 'Print the whole object as of then: a revision, or a time such as 2026-01-02T15:04:05Z'],
      ['--diff', 'Print the difference that each change made'],
      ['--limit N', 'Changes that are shown, the newest first (default 20)'],
    ],
    notes: 'The user needs get on the object and on the path /debug/history/*.',
    load: async () => (await import('./history/get-history.js')).getHistory,
  },
  {
    name: 'undelete',
    summary: 'Create a deleted object again from its last state',
    words: 'RESOURCE/NAME [flags]',
    flags: [...COMMON, ['--dry-run', 'Check the request and print the object, without creating it']],
    notes: 'The user needs create on the resource besides what history get needs.',
    load: async () => (await import('./history/undelete.js')).undelete,
  },
];
