import { Module } from '@nestjs/common';
import { ConsoleController } from './adapters/http/console.controller.js';
import { ConsoleFiles } from './adapters/http/console-files.js';

/** The web console of staff, built by packages/console. */
@Module({ controllers: [ConsoleController], providers: [ConsoleFiles] })
export class ConsolePageModule {}
