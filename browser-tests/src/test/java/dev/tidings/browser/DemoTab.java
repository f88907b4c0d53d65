package dev.tidings.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.util.ArrayList;
import java.util.List;

/** A page object of the demo page, which finds elements by accessible role and name. */
final class DemoTab {
    private final Page page;
    /** Console errors and warnings, violations of the content security policy included. */
    private final List<String> complaints = new ArrayList<>();

    /** Opens an empty tab. */
    DemoTab(BrowserContext context) {
        page = context.newPage();
        page.setDefaultTimeout(30_000);
        page.onConsoleMessage(message -> {
            if (message.type().equals("error") || message.type().equals("warning")) {
                complaints.add(message.text());
            }
        });
        page.onPageError(complaints::add);
    }

    /** Opens the link that the server prints at startup, and waits until both inboxes are live. */
    DemoTab open(TestServer tidings) {
        page.navigate(tidings.url() + "/demo#key=" + tidings.key());
        return awaitLive();
    }

    DemoTab awaitLive() {
        for (String user : List.of("Alice", "Bob")) {
            assertThat(inbox(user).locator(".status")).containsText("Live");
        }
        return this;
    }

    Page page() {
        return page;
    }

    List<String> consoleErrors() {
        return complaints;
    }

    /** @param user the displayed name */
    Locator inbox(String user) {
        return page.getByRole(AriaRole.REGION, new Page.GetByRoleOptions().setName("Inbox of " + user));
    }

    Locator items(String user) {
        return inbox(user).getByRole(AriaRole.LISTITEM);
    }

    Locator titles(String user) {
        return items(user).getByRole(AriaRole.HEADING);
    }

    Locator item(String user, String title) {
        return items(user).filter(new Locator.FilterOptions().setHasText(title));
    }

    void press(Locator within, String button) {
        within.getByRole(
                        AriaRole.BUTTON,
                        new Locator.GetByRoleOptions().setName(button).setExact(true))
                .click();
    }

    void assertShows(String user, int unread) {
        assertThat(inbox(user).locator(".bell")).hasAttribute("aria-label", unread + " unread");
        Locator badge = inbox(user).locator(".badge");
        if (unread == 0) {
            assertThat(badge).isHidden();
        } else {
            assertThat(badge).hasText(Integer.toString(unread));
        }
    }

    void assertShows(String user, List<String> titles) {
        assertThat(titles(user)).hasText(titles.toArray(String[]::new));
    }

    /** Sends a notification with the form. */
    void send(String to, String title, String text) {
        page.getByRole(AriaRole.RADIO, new Page.GetByRoleOptions().setName(to)).check();
        page.getByLabel("Title").fill(title);
        page.getByLabel("Text").fill(text);
        page.getByRole(
                        AriaRole.BUTTON,
                        new Page.GetByRoleOptions().setName("Send").setExact(true))
                .click();
    }
}
