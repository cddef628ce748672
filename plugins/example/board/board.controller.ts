import { Controller, Get, Inject, Param } from '@nestjs/common';
import { CurrentUser, FeatureGates, Stores, type UserInfo, systemContext } from '../../../src/plugin-api/index.js';
import { Berth } from '../berth/berth.v1.js';
import { HarborOptions } from '../harbor-options.js';

/** The notice board of a harbor: an ordinary controller of Nest, beside the API. */
@Controller('harbor')
export class BoardController {
  @Inject(Stores) private readonly stores: Stores;
  @Inject(HarborOptions) private readonly options: HarborOptions;
  @Inject(FeatureGates) private readonly gates: FeatureGates;

  /** Returns how many ships each berth of a namespace has room for. */
  @Get('board/:namespace')
  async board(@Param('namespace') namespace: string, @CurrentUser() user: UserInfo): Promise<object> {
    const berths = await this.stores.of(Berth).list(systemContext(namespace));
    const slots = Object.fromEntries(berths.map((b) => [b.metadata.name, b.spec.slots ?? 0]));
    const ships = berths.reduce((sum, { status }) => sum + (status?.occupied ?? 0), 0);
    const { title } = this.options;
    return { title, shownTo: user.name, slots, ...(this.gates.enabled('HarborShipCount') && { ships }) };
  }
}
