import type { RequestContext } from '../../../endpoints/index.js';
import { type Clock, type Logger, Profiles } from '../../../observability/index.js';
import type { ApiServerOptions } from '../../../options/index.js';
import { ComponentPages } from './component/component-pages.js';
import { FlagPages } from './flag-pages.js';
import { ProfilePages } from './profile-pages.js';

/** The dependencies of the pages. */
export interface DebugPagesParts {
  readonly options: ApiServerOptions;
  readonly logger: Logger;
  readonly clock: Clock;
}

/** The pages about the process itself: profiles and flags (`--profiling`), and the pages of the components' gates. */
export class DebugPages {
  private readonly component: ComponentPages;
  private readonly profiles: ProfilePages | undefined;
  private readonly flags: FlagPages | undefined;

  constructor({ options, logger, clock }: DebugPagesParts) {
    this.component = new ComponentPages(options);
    if (!options.diagnostics.profiling) return;
    this.profiles = new ProfilePages(new Profiles(clock), options);
    this.flags = new FlagPages(logger);
  }

  /** Returns the paths for the list of paths; those below `/debug` are not listed. */
  paths(): string[] {
    return this.component.paths();
  }

  /** Handles a request; reports whether the path is one of these pages. `listedPaths` returns all paths of the server. */
  async answer(context: RequestContext, listedPaths: () => readonly string[]): Promise<boolean> {
    if (await this.component.answer(context, listedPaths)) return true;
    if (!this.profiles || !this.flags || !context.path.startsWith('/debug/')) return false;
    return (await this.profiles.answer(context)) || this.flags.answer(context);
  }
}
