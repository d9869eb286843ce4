import { Injectable, Module } from '@nestjs/common';
import { describe, expect, it } from 'vitest';
import { AppModule } from '../../src/app.module.js';
import { UserFiguresSource, type Figures } from '../../src/contexts/accounts/index.js';
import { createApp } from '../../src/create-app.js';
import { Contributes } from '../../src/kernel/registry.js';
import { makeBackend } from '../support/backend.js';

@Injectable()
@Contributes(UserFiguresSource)
class OtherFigures extends UserFiguresSource {
  of(): Promise<Figures> {
    return Promise.reject(new Error('is never asked'));
  }
}

@Module({})
class OneTooMany {}

describe('the service', () => {
  it('does not start where a registry has an entry too many, and names both', async () => {
    const place = makeBackend('sqlite', { PORT: '0' });
    const start = createApp({ config: place.config }, (options) => ({
      module: OneTooMany,
      imports: [AppModule.forRoot(options)],
      providers: [OtherFigures],
    }));
    await expect(start).rejects.toThrow(
      'UserFigures takes one UserFiguresSource and has OtherFigures and TypeormPurchaseFigures',
    );
    await place.remove();
  });
});
