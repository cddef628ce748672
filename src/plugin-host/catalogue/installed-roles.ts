import { DeclaredRoles, type DeclaredRole } from '../../plugin-api/built-in.js';
import type { Stop } from '../../registry/index.js';

/** The roles of the plugins that are installed. */
export class InstalledRoles extends DeclaredRoles {
  private readonly installed = new Set<readonly DeclaredRole[]>();
  private readonly listeners = new Set<(roles: readonly DeclaredRole[]) => void>();

  /** Adds the roles of a plugin; the result removes them. */
  add(roles: readonly DeclaredRole[]): () => void {
    this.installed.add(roles);
    if (roles.length > 0) for (const listener of this.listeners) listener(roles);
    return () => void this.installed.delete(roles);
  }

  all(): readonly DeclaredRole[] {
    return [...this.installed].flat();
  }

  onInstall(listener: (roles: readonly DeclaredRole[]) => void): Stop {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}
