import { CircleHelp, GraduationCap, Mail, MessageSquareHeart } from 'lucide-react';
import type { Screen } from './screen.js';

/** What the public reads and writes to us. */
export const CONTENT_SCREENS = {
  '/faqs': {
    title: 'FAQs',
    place: { group: 'Content', icon: CircleHelp },
    needs: 'helpControl.viewDetails',
    load: () => import('./screens/content/faqs-page.js'),
  },
  '/faqs/$faqId': {
    title: 'Ratings of an FAQ',
    needs: 'helpControl.viewDetails',
    load: () => import('./screens/content/faq-ratings-page.js'),
  },
  '/tutorials': {
    title: 'Tutorials',
    place: { group: 'Content', icon: GraduationCap },
    needs: 'helpControl.viewDetails',
    load: () => import('./screens/content/tutorials-page.js'),
  },
  '/tutorials/$tutorialId': {
    title: 'Tutorial',
    needs: 'helpControl.viewDetails',
    load: () => import('./screens/content/tutorial-page.js'),
  },
  '/feedback': {
    title: 'Feedback',
    place: { group: 'Content', icon: MessageSquareHeart },
    needs: 'otherControl.getFeedback',
    load: () => import('./screens/feedback/feedback-page.js'),
  },
  '/contact': {
    title: 'Contact forms',
    place: { group: 'Content', icon: Mail, counts: 'contact' },
    needs: 'otherControl.getFeedback',
    load: () => import('./screens/feedback/contact-page.js'),
  },
} as const satisfies Readonly<Record<string, Screen>>;
