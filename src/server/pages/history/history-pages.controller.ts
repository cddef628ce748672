import { Controller, Get, Header, Inject, Query } from '@nestjs/common';
import { stringifyJson } from '../../../codecs/index.js';
import { CurrentUser } from '../../../plugin-api/index.js';
import type { UserInfo } from '../../../request/index.js';
import { type QueryParameters, readHistoryQuery, readStateQuery } from './history-query.js';
import { ObjectHistory } from './object-history.js';

const API_VERSION = 'history.binnacle.io/v1alpha1';

/** Serves `/debug/history/`: the changes of an object, and its former states, as far as the store keeps them. */
@Controller('debug/history')
export class HistoryPagesController {
  constructor(@Inject(ObjectHistory) private readonly history: ObjectHistory) {}

  /** Returns a page of the changes of an object, the newest first. */
  @Get('changes')
  @Header('content-type', 'application/json')
  async changes(@Query() query: QueryParameters, @CurrentUser() user: UserInfo): Promise<string> {
    const { target, page } = readHistoryQuery(query);
    const { items, keptSince, continue: next } = await this.history.changes(user, target, page);
    const metadata = { keptSince: String(keptSince), ...(next !== undefined && { continue: next }) };
    return stringifyJson({ kind: 'ObjectHistory', apiVersion: API_VERSION, metadata, spec: target, items }, 2);
  }

  /** Returns the object as it was at a revision or a time, or before its newest deletion. */
  @Get('object')
  @Header('content-type', 'application/json')
  async object(@Query() query: QueryParameters, @CurrentUser() user: UserInfo): Promise<string> {
    const { target, at } = readStateQuery(query);
    return stringifyJson(await this.history.stateAt(user, target, at));
  }
}
