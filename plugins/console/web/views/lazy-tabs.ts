import { lazily } from '../ui/lazily.js';

/** Parts of the page of an object, whose scripts are loaded when they are opened. */
export const AccessForm = lazily(async () => (await import('./access-view.js')).AccessForm);
/** Loaded when it is opened. */
export const ActionsBar = lazily(async () => (await import('./actions/actions-bar.js')).ActionsBar);
/** Loaded when it is opened. */
export const DetailsTab = lazily(async () => (await import('./details/details-tab.js')).DetailsTab);
/** Loaded when it is opened. */
export const EventsTab = lazily(async () => (await import('./events-tab.js')).EventsTab);
/** Loaded when it is opened. */
export const FieldsTab = lazily(async () => (await import('./fields-tab.js')).FieldsTab);
/** Loaded when it is opened. */
export const GraphTab = lazily(async () => (await import('./graph-tab.js')).GraphTab);
/** Loaded when it is opened. */
export const HistoryTab = lazily(async () => (await import('./history-tab.js')).HistoryTab);
/** Loaded when it is opened. */
export const NewObject = lazily(async () => (await import('./new-object.js')).NewObject);
/** Loaded when it is opened. */
export const YamlTab = lazily(async () => (await import('./yaml-tab.js')).YamlTab);
/** Loaded when it is opened. */
export const LogsTab = lazily(async () => (await import('../terminal/logs-tab.js')).LogsTab);
/** Loaded when it is opened. */
export const TerminalTab = lazily(async () => (await import('../terminal/terminal-tab.js')).TerminalTab);
/** Loaded when it is opened. */
export const PortsTab = lazily(async () => (await import('../terminal/ports-tab.js')).PortsTab);
/** Loaded when it is opened. */
export const ObjectForm = lazily(async () => (await import('./forms/object-form.js')).ObjectForm);
/** Loaded when it is opened. */
export const FormTab = lazily(async () => (await import('./forms/object-form.js')).FormTab);
