import { lazily } from '../../ui/lazily.js';

/** Dialogs of actions, whose scripts are loaded when they are opened. */
export const ActionDialog = lazily(async () => (await import('./action-dialog.js')).ActionDialog);
/** Loaded when it is opened. */
export const DrainDialog = lazily(async () => (await import('./drain-dialog.js')).DrainDialog);
/** Loaded when it is opened. */
export const KubectlDialog = lazily(async () => (await import('./kubectl-dialog.js')).KubectlDialog);
/** Loaded when it is opened. */
export const DeleteDialog = lazily(async () => (await import('../delete-dialog.js')).DeleteDialog);
