import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.util.List;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.InboxApi;
import org.openapitools.client.api.NotificationsApi;
import org.openapitools.client.model.BatchLine;
import org.openapitools.client.model.BatchResult;
import org.openapitools.client.model.InboxFilter;
import org.openapitools.client.model.InboxItem;
import org.openapitools.client.model.SendRequest;
import org.openapitools.client.model.Target;
import org.openapitools.client.model.UserTarget;

/** Sends and reads notifications with the generated Java client. Run by {@code dev/clients} with the address of a server and an API key. */
public final class GeneratedJavaClient {
    private static final String USER = "generated-java";
    private static final int MAX_TRIES = 100;

    private GeneratedJavaClient() {}

    public static void main(String[] args) throws Exception {
        ApiClient client = new ApiClient();
        client.updateBaseUri(args[0]);
        client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + args[1]));
        NotificationsApi notifications = new NotificationsApi(client);
        Target target = new Target(new UserTarget().user(USER));

        notifications.sendNotification(new SendRequest().to(target).title("one"), "generated-java-1");

        ObjectMapper json = client.getObjectMapper();
        String lines = json.writeValueAsString(new BatchLine().to(target).title("two")) + "\n"
                + json.writeValueAsString(new BatchLine().to(target).title("three")) + "\n";
        List<String> answers = Files.readAllLines(notifications.sendBatch(lines).toPath());
        expect(answers.size() == 2, "two results: " + answers);
        for (String answer : answers) {
            BatchResult result = json.readValue(answer, BatchResult.class);
            expect(result.getStatus() == 202 && result.getId() != null, answer);
        }

        List<InboxItem> items = List.of();
        for (int tries = 0; items.size() < 3; tries++) {
            expect(tries < MAX_TRIES, "three notifications in the inbox: " + items);
            Thread.sleep(100);
            items = new InboxApi(client).listUserInbox(USER, InboxFilter.UNREAD, 10, null).getItems();
        }
        List<String> titles = items.stream().map(InboxItem::getTitle).sorted().toList();
        expect(titles.equals(List.of("one", "three", "two")), titles.toString());
        System.out.println("java: " + titles);
    }

    private static void expect(boolean fulfilled, String what) {
        if (!fulfilled) {
            throw new IllegalStateException("expected " + what);
        }
    }
}
