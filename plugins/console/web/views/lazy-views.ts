import { lazily } from '../ui/lazily.js';

/** Views whose scripts are loaded when they are opened. */
export const AccessView = lazily(async () => (await import('./access-view.js')).AccessView);
/** Loaded when it is opened. */
export const ExplainView = lazily(async () => (await import('./explain-view.js')).ExplainView);
/** Loaded when it is opened. */
export const GroupsView = lazily(async () => (await import('./groups-view.js')).GroupsView);
/** Loaded when it is opened. */
export const HealthView = lazily(async () => (await import('./health-view.js')).HealthView);
/** Loaded when it is opened. */
export const ObjectView = lazily(async () => (await import('./object-view.js')).ObjectView);
/** Loaded when it is opened. */
export const HomeView = lazily(async () => (await import('./home-view.js')).HomeView);
/** Loaded when it is opened. */
export const TableView = lazily(async () => (await import('./table-view.js')).TableView);
/** Loaded when it is opened. */
export const PluginView = lazily(async () => (await import('./plugins/plugin-view.js')).PluginView);
