import { Controller, Get, Inject, Param } from '@nestjs/common';
import { CurrentUser, Stores, type UserInfo, systemContext } from '../../../src/plugin-api/index.js';
import type { Berth } from '../berth/berth.v1.js';

/** The notice board of a harbor: an ordinary controller of Nest, beside the API. */
@Controller('harbor')
export class BoardController {
  constructor(@Inject(Stores) private readonly stores: Stores) {}

  /** How many ships each berth of a namespace has room for. */
  @Get('board/:namespace')
  async board(@Param('namespace') namespace: string, @CurrentUser() user: UserInfo): Promise<object> {
    const berths = await this.stores.of<Berth>('harbor.example.com', 'berths').list(systemContext(namespace));
    return { shownTo: user.name, slots: Object.fromEntries(berths.map((b) => [b.metadata.name, b.spec.slots ?? 0])) };
  }
}
