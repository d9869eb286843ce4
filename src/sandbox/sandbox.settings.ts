import { IsOptional, MinLength } from 'class-validator';
import { Described, RoomSettings } from '../platform/config/room-settings.js';

export class SandboxEnvironment extends RoomSettings {
  @Described('Providers', {
    meaning: 'token that the page `/sandbox` asks for',
    unset: 'the page answers this machine only',
  })
  @IsOptional()
  @MinLength(16)
  SANDBOX_TOKEN?: string = undefined;
}
