import { Module } from '@nestjs/common';
import { ConsoleController, ConsoleFiles } from './adapters/http/console.controller.js';

/** The web console of staff, built by packages/console. */
@Module({ controllers: [ConsoleController], providers: [ConsoleFiles] })
export class ConsolePageModule {}
