import { Module } from '@nestjs/common';
import { BoardController } from './board.controller.js';

/** Routes `/harbor/board/…`. */
@Module({ controllers: [BoardController] })
export class BoardModule {}
