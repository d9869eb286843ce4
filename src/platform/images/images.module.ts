import { Global, Module } from '@nestjs/common';
import { ImageProcess } from './image-process.js';

@Global()
@Module({ providers: [ImageProcess], exports: [ImageProcess] })
export class ImagesModule {}
