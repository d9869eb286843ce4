import { Module } from '@nestjs/common';
import { LogosController } from './adapters/logos/logos.controller.js';

@Module({ controllers: [LogosController] })
export class LogosModule {}
