import { Module } from '@nestjs/common';
import { UploadsController } from './adapters/http/uploads.controller.js';
import { FilesModule } from './files.module.js';

@Module({ imports: [FilesModule], controllers: [UploadsController] })
export class UploadsModule {}
