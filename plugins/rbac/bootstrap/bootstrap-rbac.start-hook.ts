import { Inject, Injectable } from '@nestjs/common';
import { QueueControllerParts, type StartHook } from '../../../src/plugin-api/index.js';
import { ApiServerOptions, DeclaredRoles, type DeclaredRole } from '../../../src/plugin-api/built-in.js';
import { bootstrapObjects } from './bootstrap-objects.js';
import { reconcileRbac } from './bootstrap-rbac.js';
import { pluginRoleObjects } from './plugin-role-objects.js';

/**
 * Creates and completes the roles and bindings every cluster has, and those of plugins, at every start; those of a plugin
 * that is installed later then.
 */
@Injectable()
export class BootstrapRbacHook implements StartHook {
  readonly name = 'rbac/bootstrap-roles';
  private isFollowing = false;

  constructor(
    @Inject(QueueControllerParts) private readonly parts: QueueControllerParts,
    @Inject(ApiServerOptions) private readonly options: ApiServerOptions,
    @Inject(DeclaredRoles) private readonly declared: DeclaredRoles,
  ) {}

  async run(): Promise<void> {
    await reconcileRbac(this.parts.stores, bootstrapObjects(this.options.releaseState));
    await reconcileRbac(this.parts.stores, pluginRoleObjects(this.declared.all()));
    if (!this.isFollowing) this.declared.onInstall((roles) => void this.add(roles));
    this.isFollowing = true;
  }

  private async add(roles: readonly DeclaredRole[]): Promise<void> {
    try {
      await reconcileRbac(this.parts.stores, pluginRoleObjects(roles));
    } catch (error) {
      this.parts.logger.error('the roles of a plugin were not stored', { error, roles: roles.map(({ name }) => name) });
    }
  }
}
