import {
  ApiGroupPlugin,
  type ApiGroupPluginOptions,
  Flag,
  Max,
  Min,
  type PluginRoles,
} from '../../../src/plugin-api/index.js';
import { AdmitOwnDocks, DockNumbers } from './admission.js';
import { DockController, DockFollower, FirstDock, HarborIsOpen } from './controllers.js';
import { dockKind, planKind } from './kind.js';
import { Ledger } from './parts.js';
import { CranesHandler } from './subresources.js';

/** The options of the plugin; this one is the flag `--docks-workers`. */
export class DockOptions {
  @Flag('int', { help: 'Workers at each dock.' })
  @Min(1)
  @Max(100)
  workers = 4;
}

const ROLES: PluginRoles = {
  view: true,
  edit: true,
  admin: [{ resources: ['docks/status'], verbs: ['patch'] }],
};

/** All that the plugin declares. */
const DECLARATION: ApiGroupPluginOptions = {
  group: 'docks.example.com',
  kinds: [dockKind, planKind],
  roles: ROLES,
  options: DockOptions,
  featureGates: { NightShift: { stage: 'alpha', default: false } },
  providers: [Ledger, CranesHandler],
  admission: [AdmitOwnDocks],
  writeHooks: [DockNumbers],
  controllers: [DockController, DockFollower],
  startHooks: [FirstDock],
  healthChecks: [HarborIsOpen],
};

/** The plugin. */
@ApiGroupPlugin(DECLARATION)
export class DocksPlugin {}
