import { Module } from '@nestjs/common';
import { UploadsController } from './adapters/http/uploads.controller.js';
import { FilesModule } from './files.module.js';

/** Serves uploaded contents; left out of processes that serve no API. */
@Module({ imports: [FilesModule], controllers: [UploadsController] })
export class UploadsModule {}
