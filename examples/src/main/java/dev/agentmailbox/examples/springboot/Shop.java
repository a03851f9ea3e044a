package dev.agentmailbox.examples.springboot;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * A Spring Boot application with a mailbox: {@code mailbox-store-h2} configures the beans, {@link
 * OrderMail} sends with {@code JavaMailSender}. Run it with a customer and an order as arguments,
 * and {@code --mailbox.directory=mailbox-data} to keep the mail.
 */
@SpringBootApplication(proxyBeanMethods = false)
public class Shop {
  /** Confirms one order. */
  public static void main(String[] args) {
    try (ConfigurableApplicationContext shop = SpringApplication.run(Shop.class, args)) {
      System.out.println(shop.getBean(OrderMail.class).confirm(args[0], args[1]));
    }
  }
}
